// A C program that runs Ruby. README.md shows it, and how to compile it; the build makes build/release/example-host.
#include <string.h>
#include <troupe.h>

int main(void)
{
    trp_options const options = {.struct_size = sizeof options};
    const char *const source = "p Ractor.new { Array.new(3) { |i| i * i } }.value";
    trp_program const program = {
        .struct_size = sizeof program, .source = source, .size = strlen(source), .file = "host", .flags = TRP_PROGRAM_QUIET};
    trp_runtime *runtime;
    int status = 1;
    if (trp_runtime_create(&runtime, &options) != TRP_OK) return 1;
    if (trp_run(runtime, &program, &status, NULL) != TRP_OK) status = 1;
    trp_runtime_destroy(runtime);
    return status;
}

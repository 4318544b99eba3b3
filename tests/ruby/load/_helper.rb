puts "helper loaded"
LOADED_CONST = 42
def from_helper = :helper
@main_ivar = 1
$load_count = ($load_count || 0) + 1

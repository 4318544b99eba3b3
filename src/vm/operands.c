// The table of operand kinds (operands.h). Names and formats come from ops.def.
#include "vm/operands.h"

struct kinds {
    char a, b, c, x;
};

#define BINARY(op) [OP_##op] = {'r', 'r', 'r', 'c'}
#define COMPARE(op) [OP_##op] = {'r', 'r', '-', 'c'}, [OP_##op##I] = {'r', 's', '-', 'c'}
static const struct kinds kinds[OP_COUNT] = {
    [OP_NOP] = {'-', '-', '-', '-'},
    [OP_MOVE] = {'r', 'r', '-', '-'},
    [OP_LOADNIL] = {'r', 'r', '-', '-'},
    [OP_LOADTRUE] = {'r', '-', '-', '-'},
    [OP_LOADFALSE] = {'r', '-', '-', '-'},
    [OP_LOADI] = {'r', 's', '-', '-'},
    [OP_LOADK] = {'r', 'k', '-', '-'},
    [OP_STRING] = {'r', 't', '-', '-'},
    [OP_LOADABSENT] = {'r', '-', '-', '-'},
    [OP_GETUP] = {'r', 'u', 'h', '-'},
    [OP_SETUP] = {'r', 'u', 'h', '-'},
    [OP_GETFAR] = {'r', 'i', '-', 'x'},
    [OP_SETFAR] = {'r', 'i', '-', 'x'},
    [OP_GETIV] = {'r', 'v', '-', '-'},
    [OP_SETIV] = {'r', 'v', '-', '-'},
    [OP_GETGLOBAL] = {'r', 'y', '-', '-'},
    [OP_SETGLOBAL] = {'r', 'y', '-', '-'},
    [OP_GETCVAR] = {'r', 'y', '-', '-'},
    [OP_SETCVAR] = {'r', 'y', '-', '-'},
    [OP_GETCONST] = {'r', 'n', '-', '-'},
    [OP_GETCONSTFROM] = {'r', 'r', '-', 'n'},
    [OP_SETCONST] = {'r', 'r', 'i', 'y'},
    [OP_GETSPECIAL] = {'r', 'p', '-', '-'},
    [OP_SETSPECIAL] = {'r', 'p', '-', '-'},
    [OP_GETERROR] = {'r', '-', '-', '-'},
    [OP_SETERROR] = {'r', '-', '-', '-'},
    BINARY(ADD), BINARY(SUB), BINARY(MUL), BINARY(DIV), BINARY(MOD), BINARY(AND), BINARY(OR), BINARY(XOR),
    BINARY(SHL), BINARY(SHR), BINARY(EQ), BINARY(NEQ), BINARY(LT), BINARY(LE), BINARY(GT), BINARY(GE), BINARY(EQQ),
    BINARY(INDEX), BINARY(SETINDEX), BINARY(MATCHOP), BINARY(RESCUEMATCH), BINARY(HASHSET),
    [OP_ADDI] = {'r', 'r', 's', 'c'},
    [OP_SUBI] = {'r', 'r', 's', 'c'},
    [OP_NEG] = {'r', 'r', '-', 'c'},
    [OP_NOT] = {'r', 'r', '-', 'c'},
    [OP_JMP] = {'-', '-', '-', '-'},
    [OP_LOOP] = {'z', '-', '-', '-'},
    [OP_JT] = {'r', '-', '-', '-'},
    [OP_JF] = {'r', '-', '-', '-'},
    [OP_JNIL] = {'r', '-', '-', '-'},
    [OP_JNNIL] = {'r', '-', '-', '-'},
    [OP_JGIVEN] = {'r', '-', '-', '-'},
    [OP_JNOT] = {'r', '-', '-', 'c'},
    [OP_JNNOT] = {'r', '-', '-', 'c'},
    COMPARE(JEQ), COMPARE(JNE), COMPARE(JLT), COMPARE(JNLT), COMPARE(JLE), COMPARE(JNLE), COMPARE(JGT), COMPARE(JNGT),
    COMPARE(JGE), COMPARE(JNGE),
    [OP_SEND] = {'w', 'c', '-', '-'},
    [OP_SENDSELF] = {'w', 'c', '-', '-'},
    [OP_SUPER] = {'w', 'c', '-', '-'},
    [OP_YIELD] = {'w', 'c', '-', '-'},
    [OP_CALLBLOCK] = {'w', 'c', '-', '-'},
    [OP_BLOCK] = {'r', 'b', '-', '-'},
    [OP_LAMBDA] = {'r', 'l', '-', '-'},
    [OP_TOPROC] = {'r', 'r', '-', 'c'},
    [OP_GETBLOCK] = {'r', '-', '-', '-'},
    [OP_BLOCKGIVEN] = {'r', '-', '-', '-'},
    [OP_PRIM] = {'r', 'i', '-', 'x'},
    [OP_RET] = {'r', '-', '-', '-'},
    [OP_RETNIL] = {'-', '-', '-', '-'},
    [OP_RETSELF] = {'-', '-', '-', '-'},
    [OP_BREAK] = {'r', '-', '-', '-'},
    [OP_RETURNFROM] = {'r', '-', '-', '-'},
    [OP_RETHROW] = {'r', '-', '-', '-'},
    [OP_RAISE] = {'r', '-', '-', '-'},
    [OP_ARRAY] = {'r', 'r', 'i', '-'},
    [OP_ARRAYPUSH] = {'r', 'r', '-', '-'},
    [OP_ARRAYCAT] = {'r', 'r', '-', '-'},
    [OP_SPLAT] = {'r', 'r', '-', 'c'},
    [OP_TOARY] = {'r', 'r', '-', 'c'},
    [OP_EXPAND] = {'r', 'r', '-', 'x'},
    [OP_HASH] = {'r', 'r', 'i', '-'},
    [OP_HASHMERGE] = {'r', 'r', 'i', 'c'},
    [OP_RANGE] = {'r', 'r', 'i', '-'},
    [OP_TOS] = {'r', 'r', '-', 'c'},
    [OP_STRCAT] = {'r', 'r', 'i', '-'},
    [OP_INTERN] = {'r', 'r', '-', '-'},
    [OP_REGEXP] = {'r', 'r', 'i', '-'},
    [OP_DEF] = {'r', 'm', '-', '-'},
    [OP_DEFS] = {'r', 'm', '-', '-'},
    [OP_CLASS] = {'r', '-', '-', 'y'},
    [OP_MODULE] = {'r', '-', '-', 'y'},
    [OP_SCLASS] = {'r', 'g', '-', '-'},
    [OP_UNDEF] = {'r', '-', '-', '-'},
    [OP_ALIAS] = {'r', 'r', '-', '-'},
    [OP_GALIAS] = {'r', 'r', '-', '-'},
    [OP_DEFINED] = {'r', 'i', '-', 'k'},
    [OP_METHODNAME] = {'r', '-', '-', '-'},
    [OP_KEYERROR] = {'r', '-', '-', '-'},
    [OP_ONCE] = {'r', 'i', '-', 'o'},
    [OP_ONCESET] = {'r', '-', '-', 'o'},
    [OP_PATTERN] = {'r', 'i', '-', 'x'},
};

static const struct {
    const char *name;
    uint8_t format;
} rows[OP_COUNT] = {
#define OP(name, format, doc) {#name, FORMAT_##format},
#include "vm/ops.def"
#undef OP
};

struct vm_operands vm_operands(enum vm_op op)
{
    struct kinds const k = kinds[op];
    return (struct vm_operands){rows[op].name, rows[op].format, k.a, k.b, k.c, k.x};
}

unsigned vm_instruction_size(vm_word word)
{
    enum vm_op const op = VM_OP(word);
    switch ((enum vm_format)rows[op].format) {
    case FORMAT_AJ: case FORMAT_ABCS: return 2;
    case FORMAT_ABJS: return 3;
    case FORMAT_ABCX: return op == OP_CLASS || op == OP_MODULE ? 3 : 2; // they name a child in a third word
    default: return 1;
    }
}

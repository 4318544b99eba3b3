# Printers and commands for gdb: `gdb -x tools/gdb/troupe.py build/debug/troupe`, or `source tools/gdb/troupe.py` inside.
#
#   print v             a value_t as Ruby writes it: 42, :name, "text", [1, nil], #<Foo>; symbols and classes need a runtime
#   troupe-frames [EC]  the Ruby frames of an execution context (`ec` of the selected frame, or of one above it)
#   troupe-heap [HEAP]  what a heap holds: pages of each size, statistics, requests (default: ec->heap)
#   troupe-value EXPR   a value and what it holds, some levels deep
#
# Names belong to a runtime; it is found through a variable `ec`, `runtime` or `heap` of the selected frame or one above it.
# Nothing is called in the program, so that all of this works on a core file too.
import struct

import gdb

CONSTANTS = {0x00: "false", 0x04: "nil", 0x14: "true", 0x24: "<undef>", 0x34: "<fail>", 0x44: "<absent>"}
UNDEF = 0x24  # the key of a pair that is gone
TYPE_MASK, CLASS_SHIFT, FLAG_0 = 0x1F, 32, 1 << 5
FEW = 10  # items that are shown of a collection
CHUNK_TEXTS = 1024  # src/object/symbol.c


def pointer(word, type_name):
    return gdb.Value(int(word)).cast(gdb.lookup_type(type_name).pointer())


# The value of an _Atomic field.
def plain(value):
    return int(value.cast(gdb.lookup_type("unsigned long"))) if value.type.sizeof == 8 else int(value)


def find_variable(*names):
    frame = gdb.selected_frame() if gdb.selected_thread() else None
    while frame is not None:
        for name in names:
            try:
                value = frame.read_var(name)
            except (ValueError, gdb.error):
                continue
            if value.is_optimized_out or value.type.code != gdb.TYPE_CODE_PTR or int(value) == 0:
                continue
            return name, value
        frame = frame.older()
    return None, None


def find_ec():
    name, value = find_variable("ec")
    if value is None:
        raise gdb.GdbError("no frame with a variable `ec`: give one")
    return value


def find_runtime():
    name, value = find_variable("ec", "runtime")
    if value is None:
        return None
    try:
        return value["runtime"] if name == "ec" else value.cast(gdb.lookup_type("struct runtime").pointer())
    except gdb.error:
        return None


def symbol_text(runtime, symbol):
    if runtime is None or symbol == 0:
        return None
    try:
        chunk = pointer(plain(runtime["symbols"]["chunks"][symbol // CHUNK_TEXTS]), "unsigned long")
        if int(chunk) == 0:
            return None
        text = pointer(int(chunk[symbol % CHUNK_TEXTS]), "struct symbol_text")
        address = int(text["bytes"].address)
        return gdb.selected_inferior().read_memory(address, int(text["size"])).tobytes().decode("utf-8", "backslashreplace")
    except gdb.error:
        return None


def class_name(runtime, class_id):
    if runtime is None or class_id == 0:
        return "class %d" % class_id
    try:
        classes = pointer(plain(runtime["classes"]), "unsigned long")
        known = pointer(int(classes[class_id]), "struct class")
        name = int(known["name"])
        return string_text(name) if is_heap(name) else "class %d" % class_id
    except gdb.error:
        return "class %d" % class_id


def is_heap(word):
    return word & 7 == 0 and word != 0


def header_of(word):
    return int(pointer(word, "struct object")["header"])


def string_text(word, most=200):
    string = pointer(word, "struct string")
    if int(string["header"]) & FLAG_0:
        address, size = int(string["embedded"].address), int(string["embedded_size"])
    else:
        address, size = int(string["bytes"]), int(string["size"])
    data = gdb.selected_inferior().read_memory(address, min(size, most)).tobytes() if size else b""
    return data.decode("utf-8", "backslashreplace") + ("…" if size > most else "")


def flonum(word):
    if word == 0x8000000000000002:
        return 0.0
    t = (2 - (word >> 63)) | (word & ~3)
    bits = ((t >> 3) | (t << 61)) & 0xFFFFFFFFFFFFFFFF
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def array_items(word):
    array = pointer(word, "struct array")
    header = int(array["header"])
    if header & FLAG_0:
        count, items = header >> 6 & 3, array["embedded"]
    else:
        count, items = int(array["count"]), array["items"]
    return count, [int(items[i]) for i in range(min(count, FEW))]


def hash_pairs(word):
    known = pointer(word, "struct hash")
    count, pairs = int(known["count"]), []
    if int(known["table"]) == 0:
        return 0, pairs
    table = known["table"].dereference()
    for i in range(int(table["first"]), int(table["end"])):
        pair = table["pairs"][i]
        if int(pair["key"]) != UNDEF and len(pairs) < FEW:
            pairs.append((int(pair["key"]), int(pair["value"])))
    return count, pairs


def show(word, runtime, depth=1):
    word = int(word) & 0xFFFFFFFFFFFFFFFF
    if word in CONSTANTS:
        return CONSTANTS[word]
    if word & 1:
        return str((word if word < 1 << 63 else word - (1 << 64)) >> 1)
    if word & 3 == 2:
        return repr(flonum(word))
    if word & 0xFF == 0x0C:
        text = symbol_text(runtime, word >> 8 & 0xFFFFFFFF)
        return ":%s" % text if text is not None else "<symbol %d>" % (word >> 8)
    if not is_heap(word):
        return "<no value %#x>" % word
    try:
        return show_object(word, runtime, depth)
    except gdb.error as error:
        return "<%#x: %s>" % (word, error)


def show_object(word, runtime, depth):
    header = header_of(word)
    kind = str(gdb.Value(header & TYPE_MASK).cast(gdb.lookup_type("enum object_type")))
    name = class_name(runtime, header >> CLASS_SHIFT)
    if kind == "TYPE_STRING":
        return '"%s"' % string_text(word)
    if kind == "TYPE_FLOAT":
        return repr(float(pointer(word, "struct float_object")["value"]))
    if kind == "TYPE_CLASS":
        return "#<class %s>" % class_name(runtime, int(pointer(word, "struct class")["id"]))
    if kind == "TYPE_METHOD":
        return "#<method %s>" % symbol_text(runtime, int(pointer(word, "struct method")["name"]))
    if kind == "TYPE_ARRAY" and depth > 0:
        count, items = array_items(word)
        return "[%s%s]" % (", ".join(show(i, runtime, depth - 1) for i in items), ", … %d" % count if count > FEW else "")
    if kind == "TYPE_HASH" and depth > 0:
        count, pairs = hash_pairs(word)
        inner = ", ".join("%s => %s" % (show(k, runtime, depth - 1), show(v, runtime, depth - 1)) for k, v in pairs)
        return "{%s%s}" % (inner, ", … %d" % count if count > FEW else "")
    return "#<%s %s %#x>" % (name, kind[5:].lower(), word)


class ValuePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return show(self.value, find_runtime())


def look_up(value):
    return ValuePrinter(value) if value.type.name == "value_t" else None


def line_of(code, offset):
    line = int(code["line"])
    for i in range(int(code["line_count"])):
        if int(code["lines"][i]["offset"]) > offset:
            break
        line = int(code["lines"][i]["line"]) & 0x7FFFFFFF
    return line


class Frames(gdb.Command):
    """troupe-frames [EC]: the Ruby frames of an execution context, the innermost first. Frames of the prelude too."""

    def __init__(self):
        super().__init__("troupe-frames", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        ec = gdb.parse_and_eval(argument) if argument else find_ec()
        runtime, frame, number = ec["runtime"], ec["frame"], 0
        while int(frame) > int(ec["frames"]):
            code = frame["code"]
            if int(code) != 0:
                self.show(number, frame, code, runtime, ec)
                number += 1
            frame -= 1

    def show(self, number, frame, code, runtime, ec):
        offset = max((int(frame["pc"]) - int(code["words"])) // 4 - 1, 0)
        receiver = int(ec["stack"][int(frame["window"])])
        name = symbol_text(runtime, int(code["name"])) or "<main>"
        place = "%s:%d" % (symbol_text(runtime, int(code["file"])), line_of(code, offset))
        print("#%-3d %s in %s, self = %s" % (number, place, name, show(receiver, runtime, 0)))


class Heap(gdb.Command):
    """troupe-heap [HEAP]: what a heap holds: pages of each size, statistics, requests."""

    def __init__(self):
        super().__init__("troupe-heap", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        heap = gdb.parse_and_eval(argument) if argument else find_ec()["heap"]
        if int(heap) == 0:
            raise gdb.GdbError("no heap: the context is in a native call, see native_heap")
        inside = heap["interior"]
        print("heap %#x, collecting: %s, requests: %#x" % (int(heap), heap["collecting"], int(heap["requests"])))
        sizes = gdb.parse_and_eval("heap_class_size")
        for size_class in range(sizes.type.range()[1] + 1):
            count = int(inside["pages"][size_class]["count"])
            if count:
                print("  %5d bytes: %d pages" % (int(sizes[size_class]), count))
        print("  large: %d, dead runs: %d, spare pages: %d" % tuple(
            int(inside[name]["count"]) for name in ("large", "runs", "spare")))
        stats = heap["stats"]
        for field in stats.type.fields():
            print("  %-22s %d" % (field.name, int(stats[field.name])))


class Value(gdb.Command):
    """troupe-value EXPR: a value and what it holds, three levels deep."""

    def __init__(self):
        super().__init__("troupe-value", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        print(show(gdb.parse_and_eval(argument), find_runtime(), 3))


gdb.pretty_printers.append(look_up)
Frames()
Heap()
Value()

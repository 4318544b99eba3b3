// Code trees as bytes: the prelude's image, made by tools/image at build time and loaded at each start.
//
//   header    "TRP3", u32 number of opcodes, u32 symbol count, u32 end of each symbol in the text, the text, padding to 4,
//             u32 number of trees, u32 size of all trees, which is where the bodies begin
//   trees     one after the other, see put_code. Of a method that stands in one: its name, and where its body is
//   bodies    of the methods, each followed by those of the methods in it, in order
//
// Numbers are u32 of the building machine; symbols are 1-based indices of the table, 0 none. So a start reads the header
// and the trees, which are small and together, and of the methods only those that are called.
//
// Loading checks sizes and indices, so that a damaged image is an error; vm_code_verify then checks the code. A trusted
// image, which is part of the program, is believed; of it methods are read when they are first called (vm_code_child), and
// symbols get their numbers when something read names them.
#ifndef TROUPE_VM_IMAGE_H
#define TROUPE_VM_IMAGE_H

#include "vm/interior.h"

#define IMAGE_MAGIC "TRP3"
#define IMAGE_DEPTH_MAX 200u

enum constant_tag {
    TAG_IMMEDIATE, TAG_SYMBOL, TAG_STRING, TAG_FLOAT, TAG_INTEGER, TAG_RANGE, TAG_REGEXP, TAG_ARRAY, TAG_CLASS
};

#endif

// Memory that the process's allocator keeps although it was freed.
#ifndef TROUPE_BASE_PURGE_H
#define TROUPE_BASE_PURGE_H

// Much was freed, and it seems not to be needed soon: each thread is to give back what it can. Any thread.
void purge_ask(void);
// By threads that allocate, when nobody waits for them: gives memory back to the system if somebody asked since this thread did
// so last. Takes some 0.3 ms a megabyte then; else it reads a word that is seldom written.
void purge_if_asked(void);

#endif

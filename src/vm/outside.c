// Waiting for descriptors and jobs: the host seam, and what is done without one. Data: the claim's holder's.
#include "vm/interior.h"
#include "vm/thread.h"

#define LOOK_AGAIN_NS 2000000u

value_t vm_wait_ready(struct ec *ec, int fd, unsigned ready, uint64_t deadline)
{
    const struct vm_host *const host = &ec_vm(ec)->host;
    if (host->wait_ready != NULL && host->wait_ready(ec, fd, ready)) return vm_thread_wait(ec, WAIT_OUTSIDE, deadline);
    uint64_t const again = base_clock_ns() + LOOK_AGAIN_NS; // nobody to watch it
    return vm_thread_wait(ec, WAIT_SLEEP, deadline != 0 && deadline < again ? deadline : again);
}

bool vm_job_start(struct ec *ec, struct vm_job *job)
{
    const struct vm_host *const host = &ec_vm(ec)->host;
    if (host->job_start != NULL && host->job_start(ec, job)) return true;
    job->drop(job);
    vm_raise(ec, CLASS_THREAD_ERROR, "can't create Thread: Resource temporarily unavailable");
    return false;
}

struct vm_job *vm_job_result(struct ec *ec) { return ec_vm(ec)->host.job_result(ec); }
value_t vm_job_wait(struct ec *ec) { return vm_thread_wait(ec, WAIT_OUTSIDE, 0); }

void vm_wait_end(struct ec *ec)
{
    if (ec_vm(ec)->host.wait_end != NULL) ec_vm(ec)->host.wait_end(ec);
}

void vm_wait_closed(struct ec *ec, int fd)
{
    if (ec_vm(ec)->host.wait_closed != NULL) ec_vm(ec)->host.wait_closed(ec, fd);
}

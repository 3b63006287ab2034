"""Running a program from one system call to the next (Linux, ptrace), to stop it, kill it or
change its surroundings at every single point where it could have touched the disk."""

import ctypes
import os
import signal
import sys

TRACEME, CONT, GETREGS, SETREGS, SYSCALL = 0, 7, 12, 13, 24
SETOPTIONS, MARK_CALLS = 0x4200, 1  # PTRACE_O_TRACESYSGOOD
AT_CALL = 0x80  # how a stop at a call is marked then
ALL_CHILDREN = 0x40000000  # __WALL

if sys.platform.startswith('linux'):
    LIBC = ctypes.CDLL(None, use_errno=True)
    LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    LIBC.ptrace.restype = ctypes.c_long
else:
    LIBC = None


def ptrace(request, process, data=0):
    if LIBC.ptrace(request, process, None, data) != 0:
        raise OSError(ctypes.get_errno(), 'ptrace')


class Stepped:
    """A process that stands still before and after each of its system calls."""

    def __init__(self, command, env, streams=None):
        """`streams`: descriptors for stdin, stdout and stderr, which stay open here."""
        self.stops = 0
        self.status = None
        self._request = CONT
        self.process = os.fork()
        if self.process == 0:
            try:
                nothing = os.open(os.devnull, os.O_RDWR)
                for descriptor, stream in enumerate(streams or (nothing,) * 3):
                    os.dup2(stream, descriptor)
                ptrace(TRACEME, 0)
                os.execve(command[0], command, env)
            finally:
                os._exit(126)
        self._wait()
        if self.running:
            ptrace(SETOPTIONS, self.process, MARK_CALLS)

    def _wait(self):
        """Waits for the next stop at a call; signals go on to the process."""
        while True:
            _, status = os.waitpid(self.process, ALL_CHILDREN)
            if not os.WIFSTOPPED(status):
                self.status = status
                return
            sent = os.WSTOPSIG(status)
            if sent in (signal.SIGTRAP, signal.SIGTRAP | AT_CALL):
                return
            ptrace(self._request, self.process, sent)

    @property
    def running(self):
        return self.status is None

    def step(self):
        """On to the next stop; false at the end of the process."""
        self._resume(SYSCALL)
        self.stops += 1
        return self.running

    def finish(self):
        """Lets it run to its end; returns its exit code."""
        while self.running:
            self._resume(CONT)
        return os.waitstatus_to_exitcode(self.status)

    def kill(self):
        if self.running:
            os.kill(self.process, signal.SIGKILL)
            while self.running:
                self._wait()

    def _resume(self, request):
        self._request = request
        ptrace(request, self.process)
        self._wait()


def works():
    """Whether processes can be traced here."""
    if LIBC is None:
        return False
    try:
        stepped = Stepped(['/bin/true'], {})
        if not stepped.running:
            return False
        stepped.step()
        stepped.finish()
        return True
    except OSError:
        return False


def at_every_stop(command, env, prepare, act):
    """For each stop there is, one after the other: prepare(), run the command up to it, then
    act(stepped). Returns how many there were."""
    stop = 0
    while True:
        stop += 1
        prepare()
        stepped = Stepped(command, env)
        try:
            while stepped.running and stepped.stops < stop:
                stepped.step()
            if not stepped.running:
                return stop - 1
            act(stepped)
        finally:
            stepped.kill()

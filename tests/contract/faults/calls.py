"""Letting one system call of a program fail (Linux on x86-64, ptrace)."""

import ctypes
import errno
import os
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'setup'))
import stepping  # noqa: E402

# Registers as struct user_regs_struct has them.
RDX, RSI, RDI, RAX, ORIG_RAX, REGISTERS = 12, 13, 14, 10, 15, 27
SHORT, KILL = 'short', 'kill'

# Number of a system call -> its name, and what can go wrong with it.
CALLS = {
    0: ('read', 'EIO EINTR'),
    1: ('write', 'ENOSPC EIO EINTR short kill'),
    4: ('stat', 'EACCES EIO'),
    5: ('fstat', 'EIO'),
    6: ('lstat', 'EACCES EIO'),
    9: ('mmap', 'ENOMEM'),
    12: ('brk', 'ENOMEM'),
    17: ('pread64', 'EIO EINTR short'),
    18: ('pwrite64', 'ENOSPC EIO EINTR short kill'),
    20: ('writev', 'ENOSPC EIO EINTR kill'),
    22: ('pipe', 'EMFILE'),
    40: ('sendfile', 'EINVAL ENOSPC EIO short kill'),
    56: ('clone', 'EAGAIN'),
    58: ('vfork', 'EAGAIN'),
    73: ('flock', 'ENOLCK EINTR'),
    74: ('fsync', 'EIO ENOSPC kill'),
    75: ('fdatasync', 'EIO kill'),
    77: ('ftruncate', 'EIO kill'),
    79: ('getcwd', 'ENOENT'),
    82: ('rename', 'EACCES ENOSPC kill'),
    83: ('mkdir', 'EACCES ENOSPC kill'),
    84: ('rmdir', 'EACCES kill'),
    86: ('link', 'EPERM kill'),
    87: ('unlink', 'EACCES kill'),
    88: ('symlink', 'EPERM kill'),
    89: ('readlink', 'EACCES'),
    90: ('chmod', 'EPERM kill'),
    91: ('fchmod', 'EPERM kill'),
    93: ('fchown', 'EPERM'),
    217: ('getdents64', 'EIO'),
    257: ('openat', 'EACCES EMFILE ENOSPC kill'),
    258: ('mkdirat', 'EACCES ENOSPC kill'),
    262: ('newfstatat', 'EACCES EIO'),
    263: ('unlinkat', 'EACCES kill'),
    264: ('renameat', 'EACCES ENOSPC kill'),
    267: ('readlinkat', 'EACCES'),
    293: ('pipe2', 'EMFILE'),
    316: ('renameat2', 'EACCES ENOSPC EINVAL kill'),
    318: ('getrandom', 'ENOSYS'),
    326: ('copy_file_range', 'EXDEV ENOSPC EIO short kill'),
    332: ('statx', 'EACCES EIO'),
    435: ('clone3', 'EAGAIN'),
}
# Those that a full disk or a lack of memory lets fail again and again.
LASTING = {'ENOSPC', 'ENOMEM'}
# A program is loaded with these; what fails there is the system's business.
SYSTEM = (b'/lib', b'/usr/', b'/etc/', b'/proc/', b'/sys/')
WITH_PATH = {'openat', 'stat', 'lstat', 'newfstatat', 'readlink', 'rename', 'unlink', 'mkdir'}




def works():
    """Whether calls can be disturbed here."""
    return platform.machine() in ('x86_64', 'AMD64') and stepping.works()


class Call:
    """A system call that a program is about to make, or has just made."""

    def __init__(self, process):
        self.process = process
        self.registers = (ctypes.c_ulonglong * REGISTERS)()
        stepping.ptrace(stepping.GETREGS, process, ctypes.addressof(self.registers))
        self.name, faults = CALLS.get(self.registers[ORIG_RAX], ('', ''))
        self.faults = faults.split()
        if self.name == 'openat' and not self.registers[RDX] & os.O_CREAT:
            self.faults = ['EACCES', 'EMFILE']
        if self.name == 'write' and self.registers[RDI] == 2:
            self.faults = []  # so that it can say what happened

    def path(self):
        """The beginning of the path it is about."""
        at = self.registers[RSI if self.name in ('openat', 'newfstatat') else RDI]
        try:
            with open(f'/proc/{self.process}/mem', 'rb', 0) as memory:
                memory.seek(at)
                return memory.read(64).split(b'\0')[0]
        except OSError:
            return b''

    def is_of_the_program(self):
        """Whether it is surely no call of the loader's."""
        if self.name == 'read':
            return self.registers[RDI] == 0
        return self.name in WITH_PATH and self.path() and not self.path().startswith(SYSTEM)

    def set(self, register, value):
        self.registers[register] = value % 2 ** 64
        stepping.ptrace(stepping.SETREGS, self.process, ctypes.addressof(self.registers))


def disturb(program, call, fault):
    """Makes the call, or does not, so that it comes out as `fault` says. False at its end."""
    if fault == SHORT:
        call.set(RDX, max(1, call.registers[RDX] // 2))
        return program.step()
    name = call.name
    call.set(ORIG_RAX, -1)  # there is no such call
    if not program.step():
        return False
    Call(program.process).set(RAX, 0 if name == 'brk' else -getattr(errno, fault))
    return True


def run(command, env, streams, at=None, fault=None, watch=None):
    """Runs a program, calling `watch` with the name of each of its calls after it. Of its calls that can fail, the one with the number `at` (from 0) does,
    and where the fault is a lasting one all later ones that can fail so. Returns the calls up to
    there (all of them where `at` is None) as (name, faults), and its exit code."""
    program = stepping.Stepped(command, env, streams)
    seen, begun = [], False
    try:
        while program.running and program.step():
            call = Call(program.process)
            begun = begun or call.is_of_the_program()
            hit = False
            if begun and call.faults:
                hit = at is not None and fault in call.faults and (
                    len(seen) == at or len(seen) > at and fault in LASTING)
                seen.append((call.name, call.faults))
            if hit and fault == KILL:
                program.kill()
            elif hit:
                if disturb(program, call, fault) and fault not in LASTING:
                    program.finish()
            elif not program.step():
                break
            elif watch and begun and call.faults:
                watch(call.name)
        return seen, os.waitstatus_to_exitcode(program.status)
    finally:
        program.kill()

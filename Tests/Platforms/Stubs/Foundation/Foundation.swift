// Apple's Foundation, as far as the sources use it. FoundationEssentials, compiled from the toolchain, declares most of it
// with Apple's availability. The files next to this one declare the rest. Nothing works.
@_exported import Darwin
@_exported import Dispatch
@_exported import FoundationEssentials

// The declarations of Microsoft's C library that the sources use, without implementations.

// SDK: stdlib.h
public func exit(_ status: Int32) -> Never { fatalError() }

// Microsoft's C library, as far as the sources use it. Nothing works.

// SDK: stdlib.h
public func exit(_ status: Int32) -> Never { fatalError() }

// Reads memory that was released.
let memory = UnsafeMutablePointer<Int>.allocate(capacity: 8)
memory.initialize(repeating: 7, count: 8)
memory.deallocate()
print(memory[Int.random(in: 0..<8)])

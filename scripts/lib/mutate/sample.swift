// The sample of `scripts/mutate --self-test`. Each function rejects one input for each of its rules. The program prints
// the numbers of the inputs that it accepts: none, without a mutant.

struct Rejection: Error {}

func guards(_ name: String, _ count: Int?) throws(Rejection) {
  guard !name.isEmpty, let count, count < 10 && count != 7 else { throw Rejection() }
  // A comment, with a "quote" and guard count == 8 else { throw }
  guard name != "\(name.isEmpty ? "}" : "{")x" else { throw Rejection() }
}

func conditions(_ name: String, _ values: [Int]) throws(Rejection) {
  if name == "bad" || name == "worse" { throw Rejection() }
  if let first = values.first, first < 0 { throw Rejection() }
  for value in values where value == 13 { throw Rejection() }
  #if os(Windows)
    if name == "windows" { throw Rejection() }
  #endif
  // This rejects nothing.
  if name == "note" { print("noted") }
}

func isValid(_ name: String) -> Bool {
  name.count < 9
    && name.allSatisfy { $0.isLetter && $0.isLowercase }
}

func check(_ name: String) throws(Rejection) {
  guard name != "odd" else { throw Rejection() }
}

func isListed(_ name: String) -> Bool {
  let denied: Set = ["one", "two"]
  return denied.contains(name)
}

func short(_ name: String) -> String? {
  name.count > 3 ? nil : name
}

enum Limits { static let maximumLength = 4 }

func calls(_ name: String) throws(Rejection) {
  try check(name)
  guard name.count <= Limits.maximumLength else { throw Rejection() }
}

enum State { case open, closed }

func patterns(_ state: State, _ name: String) throws(Rejection) {
  guard case .open = state else { throw Rejection() }
  var isKnown = false
  if let first = name.first, first == "k" { isKnown = true }
  guard isKnown else { throw Rejection() }
}

func accepts(_ body: () throws -> Void) -> Bool { (try? body()) != nil }

@main enum Sample {
  static func main() {
    let inputs = [
      accepts { try guards("", 1) }, accepts { try guards("a", 12) }, accepts { try guards("a", 7) },
      accepts { try guards("{x", 1) }, accepts { try conditions("bad", []) }, accepts { try conditions("worse", []) },
      accepts { try conditions("a", [-1]) }, accepts { try conditions("a", [13]) }, isValid("abcdefghij"),
      isValid("a1"), isValid("aB"), accepts { try check("odd") }, accepts { try calls("fives") },
      !isListed("one"), !isListed("two"), accepts { try calls("odd") }, short("long") != nil,
      accepts { try patterns(.closed, "k") }, accepts { try patterns(.open, "x") },
    ]
    print(inputs.indices.filter { inputs[$0] }.map(String.init).joined(separator: " "))
  }
}

#if PostgreSQL && SQLite
  import Testing

  /// The suites that share a PostgreSQL server. Those that stop it have their own.
  @Suite(.postgres) enum Databases {}
#endif

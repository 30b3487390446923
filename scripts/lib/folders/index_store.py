"""Reads the compiler's index: the declarations in a file, and the declarations that it refers to.

The index is exact. It includes the members of extensions, and types that an expression never names. Every debug build
produces it. Code that this machine doesn't compile (`#if os(Windows)`) isn't in it.
"""

import collections
import ctypes
import pathlib
import shutil
import sys

RECORD = 2
DEFINITION, REFERENCE = 1 << 1, 1 << 2
# The compiler gives each extension a symbol without references.
EXTENSION = "s:e:"

Reference = collections.namedtuple("Reference", "symbol name line")


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


HANDLE = ctypes.c_void_p
ON_TEXT = ctypes.CFUNCTYPE(ctypes.c_bool, HANDLE, Text)
ON_HANDLE = ctypes.CFUNCTYPE(ctypes.c_bool, HANDLE, HANDLE)
NUMBER = ctypes.POINTER(ctypes.c_uint)
FAILURE = ctypes.POINTER(HANDLE)
SIGNATURES = {
    "store_create": (HANDLE, ctypes.c_char_p, FAILURE),
    "store_units_apply_f": (ctypes.c_bool, HANDLE, ctypes.c_uint, HANDLE, ON_TEXT),
    "unit_reader_create": (HANDLE, HANDLE, ctypes.c_char_p, FAILURE),
    "unit_reader_dispose": (None, HANDLE),
    "unit_reader_get_main_file": (Text, HANDLE),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, HANDLE, HANDLE, ON_HANDLE),
    "unit_dependency_get_kind": (ctypes.c_int, HANDLE),
    "unit_dependency_get_name": (Text, HANDLE),
    "unit_dependency_get_filepath": (Text, HANDLE),
    "record_reader_create": (HANDLE, HANDLE, ctypes.c_char_p, FAILURE),
    "record_reader_dispose": (None, HANDLE),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, HANDLE, HANDLE, ON_HANDLE),
    "occurrence_get_symbol": (HANDLE, HANDLE),
    "occurrence_get_roles": (ctypes.c_uint64, HANDLE),
    "occurrence_get_line_col": (None, HANDLE, NUMBER, NUMBER),
    "symbol_get_usr": (Text, HANDLE),
    "symbol_get_name": (Text, HANDLE),
}


class IndexStore:
    """The index in a folder, with the information about the files below `root`."""

    def __init__(self, folder, root):
        self.root = pathlib.Path(root).resolve()
        self.folder = pathlib.Path(folder)
        library = ctypes.CDLL(str(self.library()))
        for name, (result, *arguments) in SIGNATURES.items():
            function = getattr(library, f"indexstore_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.store_create(str(self.folder).encode(), None)
        if not self.store:
            sys.exit(f"check-folders: there is no index in {folder}; run 'swift build' first")

    @staticmethod
    def library():
        toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parents[1]
        return next((toolchain / "lib").glob("libIndexStore.*"))

    def records(self):
        """The names of the records of each file, from units that are newer than the file."""
        units, records = [], {}
        self.store_units_apply_f(self.store, 0, None, ON_TEXT(lambda _, name: units.append(str(name)) or True))
        for unit in units:
            reader = self.unit_reader_create(self.store, unit.encode(), None)
            file = pathlib.Path(str(self.unit_reader_get_main_file(reader)))
            if file.is_relative_to(self.root) and file.exists() and self.is_newer(unit, file):
                records.setdefault(file, set()).update(self.records_of(reader, file))
            self.unit_reader_dispose(reader)
        return records

    def is_newer(self, unit, file):
        return (self.folder / "v5/units" / unit).stat().st_mtime >= file.stat().st_mtime

    def records_of(self, reader, file):
        found = []

        def visit(_, dependency):
            is_record = self.unit_dependency_get_kind(dependency) == RECORD
            if is_record and str(self.unit_dependency_get_filepath(dependency)) == str(file):
                found.append(str(self.unit_dependency_get_name(dependency)))
            return True

        self.unit_reader_dependencies_apply_f(reader, None, ON_HANDLE(visit))
        return found

    def read(self):
        """The file of each declaration, and the references of each file."""
        definitions, references = {}, {}
        for file, names in self.records().items():
            references.setdefault(file, set())
            for name in names:
                self.read_record(name, file, definitions, references[file])
        return definitions, references

    def read_record(self, name, file, definitions, references):
        def visit(_, occurrence):
            symbol = self.occurrence_get_symbol(occurrence)
            roles = self.occurrence_get_roles(occurrence)
            identifier = str(self.symbol_get_usr(symbol))
            if roles & DEFINITION and not identifier.startswith(EXTENSION):
                definitions[identifier] = file
            elif roles & REFERENCE:
                line, column = ctypes.c_uint(), ctypes.c_uint()
                self.occurrence_get_line_col(occurrence, line, column)
                text = str(self.symbol_get_name(symbol)).removeprefix("getter:").removeprefix("setter:")
                references.add(Reference(identifier, text, line.value))
            return True

        reader = self.record_reader_create(self.store, name.encode(), None)
        self.record_reader_occurrences_apply_f(reader, None, ON_HANDLE(visit))
        self.record_reader_dispose(reader)

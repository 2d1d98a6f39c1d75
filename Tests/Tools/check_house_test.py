"""Tests of check_house.py."""
import pathlib
import tempfile
import unittest

import check_house


class CheckHouseTests(unittest.TestCase):
    def faults(self, target, text):
        return [fault for _, fault in check_house.faults_of_source(target, text)]

    def test_arrows_point_down(self):
        self.assertEqual(self.faults("PickerAPI", "public import PhotoLibrary\nimport Synchronization\n"), [])
        self.assertEqual(self.faults("PhotoLibrary", "internal import PickerAPI"),
                         ["PhotoLibrary must not import PickerAPI"])
        self.assertEqual(self.faults("HTTPServing", "import struct PhotoLibrary.Asset"),
                         ["HTTPServing must not import PhotoLibrary"])
        self.assertEqual(self.faults("PickerAPI", "import CSQLite"), ["PickerAPI must not import CSQLite"])

    def test_foundation_is_not_imported_whole(self):
        self.assertEqual(len(self.faults("Platform", "import Foundation")), 1)
        self.assertEqual(self.faults("Platform", "import FoundationEssentials"), [])

    def test_unchecked_belongs_to_platform(self):
        text = "final class Box: @unchecked Sendable {}"
        self.assertEqual(self.faults("Platform", text), [])
        self.assertEqual(len(self.faults("Ingesting", text)), 1)
        self.assertEqual(self.faults("Ingesting", "// never " + text), [])

    def test_long_files_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "Sources/Platform/Long.swift")
            source.parent.mkdir(parents=True)
            source.write_text("\n" * 501)
            self.assertEqual(len(check_house.check(pathlib.Path(folder))), 2)


if __name__ == "__main__":
    unittest.main()

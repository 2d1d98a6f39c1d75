"""Tests of draw_library.py."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).with_name("draw_library.py")


class DrawLibraryTests(unittest.TestCase):
    def draw(self, folder, *options):
        return subprocess.run([sys.executable, PROGRAM, "--small", *options, folder], text=True, capture_output=True)

    def content(self, folder):
        root = os.fsencode(folder)
        found = {}
        for place, _, names in os.walk(root):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, root)] = (file.read(), os.stat(path).st_mtime)
        return found

    def test_same_settings_give_the_same_files_and_are_drawn_once(self):
        with tempfile.TemporaryDirectory() as place:
            first, second = pathlib.Path(place, "first one"), pathlib.Path(place, "second")
            self.assertIn("files", self.draw(first).stdout)
            self.assertEqual(self.draw(first).stdout, "")
            self.draw(second)
            self.assertEqual(self.content(first), self.content(second))
            self.draw(second, "--count", "3")
            self.assertLess(len(self.content(second)), len(self.content(first)))

    def test_a_folder_of_somebody_else_is_left_alone(self):
        with tempfile.TemporaryDirectory() as place:
            pathlib.Path(place, "mine.jpg").write_bytes(b"mine")
            self.assertEqual(self.draw(place).returncode, 2)
            self.assertEqual(os.listdir(place), ["mine.jpg"])


if __name__ == "__main__":
    unittest.main()

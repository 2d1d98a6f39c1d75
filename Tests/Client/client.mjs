/** The client under test; a copy, since Node takes the name that it is served by, `client.js`, for a CommonJS module. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'contactsheet-client-'));
const copy = join(folder, 'client.mjs');
copyFileSync(new URL('../../Sources/PickerAPI/Resources/client.js', import.meta.url), copy);
const client = await import(pathToFileURL(copy).href);
rmSync(folder, { recursive: true });

export const { applyChange, averageColor, ChangeError, checksum, connect, parseEventStream, ProblemError, View } = client;

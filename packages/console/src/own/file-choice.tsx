import { DropZone } from '../ui/drop-zone.js';
import { FileButton } from '../ui/form.js';
import { Icon } from '../ui/icon.js';

/** Browsers do not count all of them among the images. */
const FORMATS = ['.heic', '.heif', '.hif', '.avif', '.tif', '.tiff', '.gif', '.bmp', '.dib', '.jxl'];

/** Takes files that are chosen, files and folders that are dropped anywhere, and files that are pasted. */
export function FileChoice({ onFiles }: { onFiles: (files: File[]) => void }) {
  const take = async (given: DataTransfer): Promise<void> => onFiles(await filesIn(given));
  return (
    <div className="centred drop-target">
      <DropZone words="Drop the images to add them" onGiven={(given) => void take(given)} />
      <Icon name="upload" />
      <p>Drop images or folders here, or</p>
      <FileButton words="Choose files" multiple accept={['image/*', ...FORMATS].join()} onFiles={onFiles} />
    </div>
  );
}

/** The files that were dropped, and the images of the folders, at any depth. */
async function filesIn({ items }: DataTransfer): Promise<File[]> {
  // All at once: the list is empty after the event.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = dropped.map(async ({ entry, file }): Promise<File[]> => {
    if (!entry?.isDirectory) return file ? [file] : [];
    return (await filesBelow(entry as FileSystemDirectoryEntry)).filter(isImage);
  });
  return (await Promise.all(found)).flat();
}

function isImage({ type, name }: File): boolean {
  return type.startsWith('image/') || FORMATS.some((ending) => name.toLowerCase().endsWith(ending));
}

/** In the order of their names. What cannot be read is left out. */
async function filesBelow(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const entries = await entriesOf(folder).catch((): FileSystemEntry[] => []);
  const visible = entries.filter(({ name }) => !name.startsWith('.'));
  visible.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  const files = await Promise.all(
    visible.map((entry) =>
      entry.isDirectory
        ? filesBelow(entry as FileSystemDirectoryEntry)
        : fileOf(entry as FileSystemFileEntry).catch((): File[] => []),
    ),
  );
  return files.flat();
}

function fileOf(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve, reject) => entry.file((file) => resolve([file]), reject));
}

/** The platform hands out a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

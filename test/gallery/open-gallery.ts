import { openGallery } from './build-gallery.ts';

const { url } = await openGallery();
process.stdout.write(`The controls: ${url}\nPress Ctrl+C to end.\n`);

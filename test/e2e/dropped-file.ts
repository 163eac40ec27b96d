// Drops a file on the window, as a person does.

import type { Page } from 'playwright-core';

export async function dropFile(page: Page, file: { readonly name: string; readonly buffer: Buffer }): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(file.buffer.toString('base64'))}), (one) => one.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], ${JSON.stringify(file.name)}));
      return data;
    })()`,
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

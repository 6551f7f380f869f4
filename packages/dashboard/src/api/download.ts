import { followJob, send } from './follow-job.js';

/**
 * Downloads a file of the service, also one that takes so long to make that the request is answered with a job.
 * @throws {ApiError} where there is no file
 */
export async function downloadFile(href: string, fileName?: string): Promise<void> {
  const answer = await send(href);
  const file = answer.status === 202 ? await followJob(await answer.json()) : answer;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await file.blob());
  link.download = fileName ?? nameOf(file.headers.get('content-disposition') ?? '');
  link.click();
  // The browser has begun to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name that the service gave a file. */
function nameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? '';
}

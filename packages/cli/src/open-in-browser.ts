import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Opens an address in the person's browser; false when that cannot be done here. The variable BROWSER names the
 * program to use instead of the system's own.
 */
export async function openInBrowser(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const [command, ...args] = opener(environment);
  try {
    // No shell: it could run parts of the address as commands.
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    return false;
  }
}

function opener({ BROWSER }: Readonly<Record<string, string | undefined>>): [string, ...string[]] {
  if (BROWSER) return [BROWSER];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}

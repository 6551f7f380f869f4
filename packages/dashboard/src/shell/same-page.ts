/**
 * The page to show after another program was chosen: the same one, of that program. What belongs to one program only is left out: from a
 * detail page this leads to its list, `/p/1/customers/7` to `/p/2/customers`. `area` is `/p` or `/partner`; addresses outside of it
 * lead to the overview.
 */
export function samePage(pathname: string, area: '/p' | '/partner', programId: number): string {
  const [, first, , page, tab] = pathname.split('/');
  const isInside = `/${first}` === area && page !== undefined && page !== '';
  if (!isInside) return `${area}/${programId}/overview`;
  // The tabs of the settings are pages, too; what follows elsewhere is the id of something.
  return `${area}/${programId}/${page}${page === 'settings' && tab ? `/${tab}` : ''}`;
}

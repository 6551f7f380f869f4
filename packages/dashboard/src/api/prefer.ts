/** What takes longer than three seconds is answered with a job, whose progress is shown. */
export const PREFER = 'wait=3';

import { useNavigate } from '@tanstack/react-router';

/** Goes to a step of the first run; going back in the browser leads to the one before. */
export function useGoTo() {
  const navigate = useNavigate();
  return (search: { readonly step: 'program' | 'origins' | 'partner' | 'done'; readonly program?: string }) =>
    void navigate({ to: '/setup', search });
}

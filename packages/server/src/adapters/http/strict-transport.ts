const YEAR_SECONDS = 31_536_000;

/**
 * What helmet takes as `strictTransportSecurity`: where the service is reached by https, pages ask browsers to return
 * by https only. Only for its own host: what else runs under the domain is not the service's to decide.
 */
export function strictTransport(baseUrl: string): { maxAge: number; includeSubDomains: false } | false {
  return baseUrl.startsWith('https:') ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false;
}

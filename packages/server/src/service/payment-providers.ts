import { type Providers, providersById, type WebhookEndpoint } from '../payments/provider.js';
import { createStripe } from '../providers/stripe/stripe.js';
import type { ProcessorConfig } from './config.js';

/** The payment providers of an installation, and where their events arrive. */
export interface ConfiguredProviders {
  readonly providers: Providers;
  readonly webhooks: readonly WebhookEndpoint[];
}

/** The providers there are, with what is configured of them. A further provider is added here. */
export function configureProviders(config: ProcessorConfig): ConfiguredProviders {
  const stripe = createStripe(config);
  return {
    providers: providersById(stripe),
    webhooks: [{ path: '/webhooks/processor', provider: stripe, secrets: config.webhookSecrets }],
  };
}

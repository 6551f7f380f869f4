// In a layer: what our own styles say counts, whichever of them a browser gets first.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { startLanguage } from './language/language.js';

await startLanguage();
await import('./app.js');

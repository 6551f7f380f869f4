import { messages } from '../language/messages.js';

/** Texts of what partners share: their link, its variants and their codes. */
export const texts = messages('share', {
  yourLink: 'Your link',
  youreCreditedForVisitors: 'You’re credited for visitors who follow it to {domain}.',
  yourCode: '{codes, plural, one {Your code} other {Your codes}}',
  copyLink: 'Copy link',
  copied: 'Copied',
  linkToAnotherPage: 'Link to another page',
  shareBy: 'Share',
  noLinkYet: 'Create your first link to {domain} and share it with your audience.',
  places: {
    email: 'Email',
    whatsApp: 'WhatsApp',
    x: 'X',
    linkedIn: 'LinkedIn',
  },
});

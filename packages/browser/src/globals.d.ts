interface Navigator {
  /** https://w3c.github.io/gpc/ */
  readonly globalPrivacyControl?: boolean;
}

interface Document {
  /** https://wicg.github.io/nav-speculation/prerendering.html */
  readonly prerendering?: boolean;
}

interface Window {
  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-interface */
  readonly navigation: EventTarget;
}

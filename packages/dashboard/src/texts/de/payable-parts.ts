export default {
  commissions: '{amount} aus Provisionen',
  adjustments: '{amount} aus Boni und Abzügen',
  carried: '{amount} für Erstattungen nach einer Auszahlung',
};

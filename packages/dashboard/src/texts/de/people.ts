export default {
  invitations: 'Einladungen',
  noInvitationsYet: 'Noch keine Einladungen',
  pendingInvitationsAppearHere: 'Offene Einladungen erscheinen hier.',
  role: 'Rolle',
  invitedBy: 'Eingeladen von',
  expires: 'Läuft ab',
  invitationRevoked: 'Einladung widerrufen',
  revoke: 'Widerrufen',
  revokeThisInvitation: 'Diese Einladung widerrufen?',
  theLinkInTheEmail:
    'Der Link in der E-Mail an {email} funktioniert dann nicht mehr. Sie können erneut einladen.',
  revokeInvitationFor: 'Einladung für {email} widerrufen',
  invitationSentTo: 'Einladung an {email} gesendet',
  noEmailYet: 'Es wurde noch keine E-Mail gesendet',
  noEmailYetHint:
    'Ist ein Mailserver eingerichtet, wird die Einladung an {email} automatisch erneut gesendet. Sonst liegt ihr Link in einer Datei auf dem Server, weil ein anderer Workspace diese Adresse schon kennt.',
  done: 'Fertig',
  inviteAMember: 'Mitglied einladen',
  sendInvitation: 'Einladung senden',
  wellEmailALinkWhere: 'Wir senden einen Link, über den sich ein Passwort wählen lässt.',
  aWorkspaceNeedsAtLeast:
    'Ein Workspace braucht mindestens einen Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
  theOnlyOwner: 'Der einzige Inhaber',
  sRoleIsNow: 'Die Rolle von {name} ist jetzt {role}',
  changeRole: 'Rolle ändern',
  thisIsYourOwnRole:
    'Dies ist Ihre eigene Rolle. Sie können dann keine Mitglieder mehr verwalten, und nur ein anderer Inhaber kann Ihren Zugriff wiederherstellen.',
  wasRemoved: '{name} wurde entfernt',
  leaveWorkspace: 'Workspace verlassen',
  removeFromWorkspace: 'Aus dem Workspace entfernen',
  theirPastActionsStay: 'Bisherige Aktionen bleiben im Änderungsprotokoll.',
  leaveThisWorkspace: 'Diesen Workspace verlassen?',
  removeQuestion: '{name} entfernen?',
  youImmediatelyLoseAccess:
    'Sie verlieren sofort den Zugriff auf alle Programme. Nur ein Inhaber kann Sie wieder einladen.',
  immediatelyLosesAccessToAll:
    '{email} verliert sofort den Zugriff auf alle Programme dieses Workspace. Sie können erneut einladen.',
  leave: 'Verlassen',
  sessions: 'Sitzungen',
  signOutHint: 'Beendet alle Sitzungen auf allen Geräten, etwa nachdem ein Gerät verloren ging.',
  signOutEverywhere: 'Überall abmelden',
  signOutQuestion: '{name} überall abmelden?',
  signOutConsequence:
    '{email} wird auf allen Geräten abgemeldet, auch von anderen Workspaces, und kann sich mit dem Passwort wieder anmelden.',
  sessionsEnded:
    '{ended, plural, =0 {{name} war nicht angemeldet} one {{name} wurde überall abgemeldet} other {{name} wurde überall abgemeldet}}',
  keysStillWork:
    '{keys, plural, one {Ein Verwaltungsschlüssel funktioniert weiter} other {# Verwaltungsschlüssel funktionieren weiter}}',
  revokeWhatYouDoNotNeed:
    'Diese Person hat sie erstellt. Sie funktionieren weiter, damit nichts stehen bleibt. Widerrufen Sie Schlüssel, die Sie nicht brauchen, und rotieren Sie die, von denen diese Person eine Kopie haben kann.',
  reviewKeys: 'Schlüssel prüfen',
  removeMember: 'Mitglied entfernen',
  remove: 'Entfernen',
  members: 'Mitglieder',
  membersWithARole: 'Mitglieder mit einer Rolle',
  peopleOnYourTeam:
    'Die Personen in Ihrem Team und was sie tun können. Wählen Sie jemanden, um die Rolle zu ändern oder die Person zu entfernen.',
  inviteMember: 'Mitglied einladen',
  searchMembers: 'Name oder E-Mail',
  noMembers: 'Keine Mitglieder',
  you: 'Sie',
  twoFactor: 'Zwei-Faktor',
  on: 'Aktiv',
  owner: 'Inhaber',
  fullAccessIncludingMembers:
    'Voller Zugriff, auch auf Mitglieder, den Namen des Workspace und das Archivieren von Programmen.',
  aRoleHoldsInAllPrograms: 'Eine Rolle gilt in allen Programmen des Workspace.',
  admin: 'Admin',
  managesProgramsCommissionRulesApi:
    'Verwaltet Programme, Provisionsregeln, API-Schlüssel, Verwaltungsschlüssel, den Zahlungsanbieter, Provisionen und Auszahlungen.',
  member: 'Mitglied',
  invitesApprovesAndManagesPartners:
    'Lädt Partner ein, gibt sie frei und verwaltet Partner und Links. Sieht alles, was ein Betrachter sieht.',
  viewer: 'Betrachter',
  seesEverythingExceptApiKeys: 'Sieht alles außer Schlüsseln und dem Änderungsprotokoll. Kann nichts ändern.',
  noAccess: 'Kein Zugriff',
  seesNothingUse: 'Sieht nichts. So bleibt jemand in der Liste, ohne Zugriff zu haben.',
  rolePermissions: 'Berechtigungen der Rollen',
};

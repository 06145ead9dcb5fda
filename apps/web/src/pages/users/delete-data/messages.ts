import { defineMessages } from "../../../messages/define-messages.ts";

export const useDeleteDataText = defineMessages("deleteData", {
  en: {
    section: "Delete data",
    sectionAbout:
      "Use this when a user asks you to delete their data. It deletes the user, their threads, and all copies of these threads in datasets and experiments. A report shows how many records were deleted.",
    action: "Delete all data",
    title: "Delete all data of “{{identifier}}”?",
    about:
      "Deletes the user and their threads, with all steps, scores, comments, files and shared links. Dataset items created from these threads are deleted too, and so are the experiment results of these items.",
    noUndo:
      "This cannot be undone. If the application records another thread of this user later, the user is created again.",
    typeIdentifier: "Type “{{identifier}}” to confirm",
    progress: "Threads deleted so far: {{threads}}. Steps: {{steps}}.",
    continue: "Continue",
    reportTitle: "Data of “{{identifier}}” deleted",
    reportAbout: "Completed {{time}}. The audit log also contains these numbers, but not the user’s identifier.",
    deleted: "Deleted",
    users: "Users",
    threads: "Threads",
    steps: "Steps",
    generations: "Generations",
    scores: "Scores",
    comments: "Comments",
    attachments: "Attachments",
    files: "Files",
    threadShares: "Shared links",
    datasetItems: "Dataset items",
    experimentItems: "Experiment items",
    kept: "Kept",
    keptIds:
      "IDs of the deleted records, without content. If a deleted record is sent again, the service uses its ID to reject it.",
    keptAudit:
      "Entries of the audit log, which contain IDs and the names of members and API keys. They are deleted when their retention ends.",
    keptCopies:
      "Threads of other users that mention this user. Prompts, views and dataset items that were written by hand.",
    keptBackups: "Backups and exports. Delete them yourself, or let them expire.",
    download: "Download report",
    close: "Close",
  },
  de: {
    section: "Daten löschen",
    sectionAbout:
      "Für Nutzer, die die Löschung ihrer Daten verlangen. Gelöscht werden der Nutzer, seine Threads und alle Kopien dieser Threads in Datensätzen und Experimenten. Ein Bericht zeigt, wie viele Einträge gelöscht wurden.",
    action: "Alle Daten löschen",
    title: "Alle Daten von „{{identifier}}“ löschen?",
    about:
      "Löscht den Nutzer und seine Threads mit allen Schritten, Bewertungen, Kommentaren, Dateien und geteilten Links. Auch aus diesen Threads erstellte Datensatzeinträge und deren Experimentergebnisse werden gelöscht.",
    noUndo:
      "Das lässt sich nicht rückgängig machen. Wenn die Anwendung später einen weiteren Thread dieses Nutzers aufzeichnet, wird der Nutzer neu angelegt.",
    typeIdentifier: "Zur Bestätigung „{{identifier}}“ eingeben",
    progress: "Bisher gelöschte Threads: {{threads}}. Schritte: {{steps}}.",
    continue: "Fortsetzen",
    reportTitle: "Daten von „{{identifier}}“ gelöscht",
    reportAbout:
      "Abgeschlossen {{time}}. Das Audit-Protokoll enthält diese Zahlen auch, aber nicht die Kennung des Nutzers.",
    deleted: "Gelöscht",
    users: "Nutzer",
    threads: "Threads",
    steps: "Schritte",
    generations: "Generierungen",
    scores: "Bewertungen",
    comments: "Kommentare",
    attachments: "Anhänge",
    files: "Dateien",
    threadShares: "Geteilte Links",
    datasetItems: "Datensatzeinträge",
    experimentItems: "Experimenteinträge",
    kept: "Behalten",
    keptIds:
      "IDs der gelöschten Einträge, ohne Inhalt. Wird ein gelöschter Eintrag noch einmal gesendet, erkennt der Dienst ihn an der ID und lehnt ihn ab.",
    keptAudit:
      "Einträge des Audit-Protokolls, die IDs und die Namen von Mitgliedern und API-Schlüsseln enthalten. Sie werden am Ende ihrer Aufbewahrung gelöscht.",
    keptCopies:
      "Threads anderer Nutzer, die diesen Nutzer erwähnen. Von Hand geschriebene Prompts, Ansichten und Datensatzeinträge.",
    keptBackups: "Sicherungen und Exporte. Lösche sie selbst, oder lass sie ablaufen.",
    download: "Bericht herunterladen",
    close: "Schließen",
  },
});

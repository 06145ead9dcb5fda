import { defineMessages } from "../../../messages/define-messages.ts";

export const usePlaybackText = defineMessages("playback", {
  en: {
    playback: "Playback",
    position: "Position",
    place: "{{position}} of {{count}}",
    first: "First message",
    previous: "Previous message (←)",
    next: "Next message (→)",
    last: "Last message",
    play: "Play (space)",
    pause: "Pause (space)",
    leave: "Close playback (Esc)",
    later: "{{time}} later",
    sinceStart: "Time since the start (+ time since the previous message) / total time",
    speed: "Speed",
  },
  de: {
    playback: "Wiedergabe",
    position: "Position",
    place: "{{position}} von {{count}}",
    first: "Erste Nachricht",
    previous: "Vorherige Nachricht (←)",
    next: "Nächste Nachricht (→)",
    last: "Letzte Nachricht",
    play: "Abspielen (Leertaste)",
    pause: "Anhalten (Leertaste)",
    leave: "Wiedergabe schließen (Esc)",
    later: "{{time}} später",
    sinceStart: "Zeit seit dem Beginn (+ Zeit seit der vorherigen Nachricht) / Gesamtzeit",
    speed: "Geschwindigkeit",
  },
});

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
    leave: "Show the whole conversation (Esc)",
    later: "{{time}} later",
    sinceStart: "Time since the start, since the previous message, and in total",
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
    leave: "Die ganze Konversation zeigen (Esc)",
    later: "{{time}} später",
    sinceStart: "Zeit seit Beginn, seit der vorigen Nachricht, und gesamt",
    speed: "Geschwindigkeit",
  },
});

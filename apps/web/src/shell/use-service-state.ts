import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { onServiceEvent } from "../api/service-events.ts";
import { watchService } from "../api/watch-service.ts";

/**
 * Returns whether the service is reachable. `isUnconfirmed` means that a change was sent, but it is unknown whether the
 * service stored it. Reloads all data when the service is reachable again.
 */
export function useServiceState() {
  const client = useQueryClient();
  const [isThere, setIsThere] = useState(true);
  const [isUnconfirmed, setIsUnconfirmed] = useState(false);
  useEffect(() => watchService(setIsThere), []);
  useEffect(() => onServiceEvent("back", () => void client.invalidateQueries()), [client]);
  useEffect(() => onServiceEvent("unconfirmed", () => setIsUnconfirmed(true)), []);
  useEffect(() => onServiceEvent("confirmed", () => setIsUnconfirmed(false)), []);
  return { isThere, isUnconfirmed, dismiss: () => setIsUnconfirmed(false) };
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { onSign } from "../api/service-signs.ts";
import { watchService } from "../api/watch-service.ts";

/** Whether the service is reachable, and whether a change was not confirmed. Once it is back, pages reload. */
export function useServiceState() {
  const client = useQueryClient();
  const [isThere, setIsThere] = useState(true);
  const [isUnconfirmed, setIsUnconfirmed] = useState(false);
  useEffect(() => watchService(setIsThere), []);
  useEffect(() => onSign("back", () => void client.invalidateQueries()), [client]);
  useEffect(() => onSign("unconfirmed", () => setIsUnconfirmed(true)), []);
  useEffect(() => onSign("confirmed", () => setIsUnconfirmed(false)), []);
  return { isThere, isUnconfirmed, dismiss: () => setIsUnconfirmed(false) };
}

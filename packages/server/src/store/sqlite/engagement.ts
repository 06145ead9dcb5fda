const recompute = `
  UPDATE users SET last_engaged = (SELECT max(last_activity) FROM threads WHERE user = old.user)
  WHERE key = old.user AND last_engaged = old.last_activity;`;

/**
 * When each user was last engaged, kept with the threads so that users can be listed by it. A thread gets its user after its
 * row, so that a new row alone engages nobody. What shrinks is searched anew only where it was the latest.
 */
export const engagement: string = `
  ALTER TABLE users ADD COLUMN last_engaged INTEGER;
  CREATE INDEX users_by_engagement ON users (project_id, last_engaged);
  CREATE TRIGGER threads_engage AFTER UPDATE OF user, last_activity ON threads
  WHEN new.user IS NOT NULL AND (new.user IS NOT old.user OR new.last_activity > old.last_activity)
  BEGIN
    UPDATE users SET last_engaged = new.last_activity
    WHERE key = new.user AND (last_engaged IS NULL OR last_engaged < new.last_activity);
  END;
  CREATE TRIGGER threads_leave AFTER UPDATE OF user, last_activity ON threads
  WHEN old.user IS NOT NULL AND (new.user IS NOT old.user OR new.last_activity < old.last_activity)
  BEGIN ${recompute} END;
  CREATE TRIGGER threads_go AFTER DELETE ON threads WHEN old.user IS NOT NULL
  BEGIN ${recompute} END;
`;

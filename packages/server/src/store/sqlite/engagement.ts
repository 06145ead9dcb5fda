const recompute = `
  UPDATE users SET lastEngaged = (SELECT max(lastActivity) FROM threads WHERE user = old.user)
  WHERE key = old.user AND lastEngaged = old.lastActivity;`;

/**
 * When each user was last engaged, kept with the threads so that users can be listed by it. A thread gets its user after its
 * row, so that a new row alone engages nobody. What shrinks is searched anew only where it was the latest.
 */
export const engagement: string = `
  CREATE INDEX usersByEngagement ON users (project, lastEngaged);
  CREATE TRIGGER threadsEngage AFTER UPDATE OF user, lastActivity ON threads
  WHEN new.user IS NOT NULL AND (new.user IS NOT old.user OR new.lastActivity > old.lastActivity)
  BEGIN
    UPDATE users SET lastEngaged = new.lastActivity
    WHERE key = new.user AND (lastEngaged IS NULL OR lastEngaged < new.lastActivity);
  END;
  CREATE TRIGGER threadsLeave AFTER UPDATE OF user, lastActivity ON threads
  WHEN old.user IS NOT NULL AND (new.user IS NOT old.user OR new.lastActivity < old.lastActivity)
  BEGIN ${recompute} END;
  CREATE TRIGGER threadsGo AFTER DELETE ON threads WHEN old.user IS NOT NULL
  BEGIN ${recompute} END;
`;

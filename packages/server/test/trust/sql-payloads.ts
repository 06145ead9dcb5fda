/** Marker of every payload, to detect statements that contain one. */
export const marker = "zqx7";
export const sqlPayloads: readonly string[] = [
  `${marker}' OR '1'='1`,
  `${marker}'; DROP TABLE steps; --`,
  `${marker}" OR ""="`,
  `${marker}\`; SELECT 1; --`,
  `1; ATTACH DATABASE '${marker}' AS x`,
  `${marker}') UNION SELECT name FROM sqlite_master --`,
  `$.${marker}"] || (SELECT 1)`,
  `${marker}%' ESCAPE '\\`,
  `${marker}\u0000'--`,
  `${marker}\\'; SELECT pg_sleep(10); --`,
  `{"$ne": "${marker}"}`,
  `\${${marker}}{{${marker}}}`,
  `${marker}[0].a."b"'c`,
  `$1 ?1 :${marker} @${marker}`,
];

const openings = ["'", '"', "`", ")", "')", '")', "\\'", "%'", "'\n", "\u02bc", "\uff07", "$$"];
const statements = [
  "OR 1=1",
  "UNION SELECT NULL,NULL",
  "; DROP TABLE steps",
  "|| pg_sleep(9)",
  "AND (SELECT 1 FROM pg_user)=1",
  "; ATTACH 'x' AS x",
  "; COPY steps TO '/etc/x'",
  "; SET app.project_id = 'x'",
  "LIMIT 0 OFFSET 9",
  "::int",
];
const endings = ["--", "#", "/*", ";", ""];

/** 600 combinations of quote escapes, statements and ends. */
export const moreSqlPayloads: readonly string[] = openings.flatMap((opening) =>
  statements.flatMap((statement) => endings.map((ending) => `${marker}${opening} ${statement} ${ending}`)),
);

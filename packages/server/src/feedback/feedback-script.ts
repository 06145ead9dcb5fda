/**
 * Script for pages of applications, at most 1,024 bytes. `threadlineFeedback(token, { name, value, comment })` sends
 * feedback. A form with the attribute `data-threadline-feedback` sends its fields when it is submitted.
 */
export const feedbackScript = `(() => {
  const url = new URL("api/feedback", document.currentScript.src);
  const send = async (token, feedback) => {
    const response = await fetch(url, {
      method: "POST",
      keepalive: true,
      credentials: "omit",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...feedback, token }),
    });
    if (!response.ok) throw new Error((await response.json()).errors[0].message);
  };
  window.threadlineFeedback = send;
  document.addEventListener("submit", async (event) => {
    const { dataset } = event.target;
    const token = dataset.threadlineFeedback;
    if (!token) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target, event.submitter));
    dataset.state = "sending";
    dataset.state = await send(token, { ...fields, value: Number(fields.value) }).then(
      () => "sent",
      () => "failed",
    );
  });
})();
`;

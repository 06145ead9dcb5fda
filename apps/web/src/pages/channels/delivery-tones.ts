export const deliveryTones = { DELIVERED: "success", PENDING: "warning", FAILED: "danger" } as const;

/**
 * Comment in statements that contain values instead of placeholders. PostgreSQL does not keep a plan of them, because
 * they are seldom repeated.
 */
export const unnamed = "/* unnamed */";

import {
  CREATE_COMMENT,
  DELETE_COMMENT,
  GET_COMMENTS,
  GET_MENTIONABLE_MEMBERS,
  UPDATE_COMMENT,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Comment, CommentContent, CommentsQuery, CommentSubject, MentionedMember } from "../types/comments.ts";
import { found } from "./found.ts";

/** Operations on comments. Project members and applications comment on threads and steps. */
export interface CommentOperations {
  /** Returns a page of the comments on a thread or a step, oldest first, and their total number. */
  getComments(comments: CommentsQuery, options?: CallOptions): Promise<{ data: Comment[]; totalCount: number }>;
  /** Writes a comment on a thread or a step, which must exist. */
  createComment(comment: CommentSubject & CommentContent, options?: CallOptions): Promise<Comment>;
  /** Edits a comment that the same API key wrote. */
  updateComment(id: string, comment: CommentContent, options?: CallOptions): Promise<Comment>;
  /** Deletes a comment that the same API key wrote, and returns the comment's id. */
  deleteComment(id: string, options?: CallOptions): Promise<string>;
  /** Lists the members that comments can mention, in order of their names. Requires the scopes `read` and `write`. */
  getMentionableMembers(options?: CallOptions): Promise<MentionedMember[]>;
}

export function createCommentOperations(transport: Transport): CommentOperations {
  return {
    async getComments({ threadId, stepId, first, skip }, options) {
      const { comments } = await transport.graphql(GET_COMMENTS, { threadId, stepId, first, skip }, options);
      return { data: comments.nodes, totalCount: comments.totalCount };
    },
    async createComment({ threadId, stepId, text, mentionIds }, options) {
      const variables = { threadId, stepId, text, mentionIds };
      return (await transport.graphql(CREATE_COMMENT, variables, options)).createComment;
    },
    async updateComment(id, { text, mentionIds }, options) {
      return (await transport.graphql(UPDATE_COMMENT, { id, text, mentionIds }, options)).updateComment;
    },
    async deleteComment(id, options) {
      const data = await transport.graphql(DELETE_COMMENT, { id }, options);
      return found("deleteComment", id, data.deleteComment).id;
    },
    async getMentionableMembers(options) {
      return (await transport.graphql(GET_MENTIONABLE_MEMBERS, {}, options)).mentionableMembers;
    },
  };
}

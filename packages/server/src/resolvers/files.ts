import { readAttachment, readAttachmentFields } from "../records/files.ts";
import { RecordError } from "../records/errors.ts";
import { creationIn } from "./creation.ts";
import type { AttachmentResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const fileQueries: QueryResolvers = {
  attachment: (_parent, { id }, { store, project }) => store.files.getAttachment(project.id, id),
};

export const fileMutations: MutationResolvers = {
  async createAttachment(_parent, args, context) {
    const write = readAttachment(args, creationIn(context));
    const attachment = await context.store.files.upsertAttachment(context.project.id, write);
    if (!attachment) throw new RecordError("DELETED", "The attachment was deleted earlier");
    return attachment;
  },
  async updateAttachment(_parent, args, { store, project }) {
    const attachment = await store.files.updateAttachment(project.id, args.id, readAttachmentFields("", args));
    if (!attachment) throw notFound("id", "attachment", args.id);
    return attachment;
  },
  deleteAttachment: (_parent, { id }, { store, project, now }) => store.files.deleteAttachment(project.id, id, now()),
};

export const Attachment: AttachmentResolvers = {
  async url({ objectKey, url }, _args, { store, project, signReadUrl }) {
    // Only keys of files that this project uploaded are signed.
    const file = objectKey === null ? null : await store.files.getFile(project.id, objectKey);
    return file ? signReadUrl(file.objectKey) : url;
  },
};

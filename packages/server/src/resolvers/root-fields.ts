import type { GraphQLResolveInfo } from "graphql";
import { requireField } from "../access/actor.ts";
import { auditMutation } from "./audited-fields.ts";
import { RecordError, badInput } from "../records/errors.ts";
import { ConflictError, DeletedError, ForbiddenError, MissingProjectError } from "../store/errors.ts";
import { InvalidCursorError } from "../store/list.ts";
import type { BatchResolver, BatchResolvers } from "../graphql/batch-resolvers.ts";
import type { RequestContext } from "./context.ts";

interface ProjectArgument {
  readonly projectId?: string | null | undefined;
}

interface RootArguments extends ProjectArgument {
  readonly after?: string | null | undefined;
}

type RootResolver = (parent: object, args: RootArguments, context: RequestContext, info: GraphQLResolveInfo) => unknown;

/**
 * Wraps root fields. The wrappers check permissions, reject projects other than the request's, and convert store errors
 * to error codes of the schema.
 */
export function guardRootFields<Fields extends object>(typeName: "Mutation" | "Query", fields: Fields): Fields {
  const guarded = Object.entries(fields).map(([name, resolve]) => [
    name,
    guard(`${typeName}.${name}`, resolve as RootResolver),
  ]);
  // `guarded` has the same names and signatures.
  return Object.fromEntries(guarded) as Fields;
}

/** Wraps batch resolvers with the same checks. An item that names another project fails alone. */
export function guardBatches(resolvers: BatchResolvers<RequestContext>): BatchResolvers<RequestContext> {
  return {
    ingestStep: guardBatch("Mutation.ingestStep", resolvers.ingestStep),
    createScore: guardBatch("Mutation.createScore", resolvers.createScore),
    addGenerationToDataset: guardBatch("Mutation.addGenerationToDataset", resolvers.addGenerationToDataset),
  };
}

export async function resolveOne<Args, Result>(
  resolve: BatchResolver<Args, Result, RequestContext>,
  args: Args,
  context: RequestContext,
): Promise<Result> {
  const [result] = await resolve([args], context);
  if (result === undefined || result instanceof Error)
    throw result ?? new Error("A batch resolver returned no result for an item");
  return result;
}

/** Creates the error for a missing record. Records of other projects count as missing. */
export function notFound(field: string, resource: string, id: string): RecordError {
  return new RecordError("NOT_FOUND", `${field}: ${resource} "${id.slice(0, 255)}" not found`, { field });
}

function guard(coordinate: string, resolve: RootResolver): RootResolver {
  return async (parent, args, context, info) => {
    context.rootFields?.add(coordinate);
    requireField(context.actor, coordinate, args);
    if (coordinate.startsWith("Mutation.")) context.answer?.beginChange();
    checkProject(args.projectId, context);
    const own = withoutProject(args);
    try {
      await context.quota?.require(coordinate);
      const result = await resolve(parent, own, context, info);
      context.quota?.stored(coordinate);
      await auditMutation(coordinate, own, result, context);
      return result;
    } catch (error) {
      throw toDeliberateError(error, args.after ? "after" : "before");
    }
  };
}

function guardBatch<Args extends ProjectArgument, Result>(
  coordinate: string,
  resolve: BatchResolver<Args, Result, RequestContext>,
): BatchResolver<Args, Result, RequestContext> {
  return async (items, context) => {
    context.rootFields?.add(coordinate);
    requireField(context.actor, coordinate, {});
    context.answer?.beginChange();
    try {
      await context.quota?.require(coordinate);
      const refusals = items.map(({ projectId }) => refuseProject(projectId, context));
      const accepted = items.filter((_, index) => refusals[index] === null).map(withoutProject);
      const results = accepted.length > 0 ? await resolve(accepted, context) : [];
      context.quota?.stored(coordinate);
      if (accepted.length === items.length) return results;
      const resolved = results.values();
      return refusals.map(
        (refusal) => refusal ?? resolved.next().value ?? new Error("A batch resolver returned no result for an item"),
      );
    } catch (error) {
      throw toDeliberateError(error);
    }
  };
}

/** Throws if `projectId` is not the id or name of the request's project. */
export function checkProject(projectId: string | null | undefined, context: RequestContext): void {
  const refusal = refuseProject(projectId, context);
  if (refusal) throw refusal;
}

function refuseProject(projectId: string | null | undefined, { project }: RequestContext): RecordError | null {
  if (projectId == null || projectId === project.id || projectId === project.name) return null;
  return notFound("projectId", "project", projectId);
}

/** Removes the project from the arguments, because resolvers use the project of the request. */
function withoutProject<Args extends ProjectArgument>(args: Args): Args {
  if (args.projectId === undefined) return args;
  const { projectId: _projectId, ...others } = args;
  return others as Args; // `projectId` is optional
}

function toDeliberateError(error: unknown, cursor = "after"): unknown {
  if (error instanceof ConflictError) return new RecordError("CONFLICT", error.message, error.details);
  if (error instanceof ForbiddenError) {
    return new RecordError("FORBIDDEN", error.message, { permission: error.permission });
  }
  if (error instanceof DeletedError) return new RecordError("DELETED", error.message);
  if (error instanceof MissingProjectError) return new RecordError("NOT_FOUND", error.message);
  if (error instanceof InvalidCursorError)
    return badInput(cursor, "must be a cursor that this list returned in the same order");
  return error;
}

import {
  CREATE_CHANNEL,
  DELETE_CHANNEL,
  GET_CHANNEL,
  GET_CHANNELS,
  GET_DELIVERIES,
  RESEND_DELIVERY,
  TEST_CHANNEL,
  UPDATE_CHANNEL,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  Channel,
  ChannelDelivery,
  ChannelTest,
  DeliveryState,
  NewChannel,
  SavedChannel,
} from "../types/channels.ts";
import { found } from "./found.ts";

/**
 * Operations for channels, which receive notifications. Creating, changing and deleting channels requires a key with
 * the scopes `connections` and `read`, or an account with the permission `admin`.
 */
export interface ChannelOperations {
  /** Lists all channels, in order of their names. */
  getChannels(options?: CallOptions): Promise<Channel[]>;
  /** Returns a channel. Null if there is none. */
  getChannel(id: string, options?: CallOptions): Promise<Channel | null>;
  /** Returns a page of a channel's deliveries, newest first. Default: the first 50. */
  getDeliveries(
    channelId: string,
    page?: { state?: DeliveryState; first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<ChannelDelivery[]>;
  /** Creates a channel. Rejected if the name is taken, or if the service may not connect to the address. */
  createChannel(channel: NewChannel, options?: CallOptions): Promise<SavedChannel>;
  /** Replaces the content of a channel. */
  updateChannel(id: string, channel: NewChannel, options?: CallOptions): Promise<SavedChannel>;
  /** Deletes a channel with its deliveries, and resolves to its id. */
  deleteChannel(id: string, options?: CallOptions): Promise<string>;
  /** Sends a test notification. */
  testChannel(id: string, options?: CallOptions): Promise<ChannelTest>;
  /** Resends a notification. Rejects with the code `CONFLICT` if the state of the delivery is `PENDING`. */
  resendDelivery(id: string, options?: CallOptions): Promise<ChannelDelivery>;
}

export function createChannelOperations(transport: Transport): ChannelOperations {
  return {
    async getChannels(options) {
      return (await transport.graphql(GET_CHANNELS, {}, options)).channels;
    },
    async getChannel(id, options) {
      return (await transport.graphql(GET_CHANNEL, { id }, options)).channel;
    },
    async getDeliveries(channelId, page = {}, options) {
      const { channel } = await transport.graphql(GET_DELIVERIES, { channelId, ...page }, options);
      return found("getDeliveries", channelId, channel).deliveries;
    },
    async createChannel(channel, options) {
      return (await transport.graphql(CREATE_CHANNEL, { channel }, options)).createChannel;
    },
    async updateChannel(id, channel, options) {
      return (await transport.graphql(UPDATE_CHANNEL, { id, channel }, options)).updateChannel;
    },
    async deleteChannel(id, options) {
      const { deleteChannel } = await transport.graphql(DELETE_CHANNEL, { id }, options);
      return found("deleteChannel", id, deleteChannel).id;
    },
    async testChannel(id, options) {
      return (await transport.graphql(TEST_CHANNEL, { id }, options)).testChannel;
    },
    async resendDelivery(id, options) {
      return (await transport.graphql(RESEND_DELIVERY, { id }, options)).resendDelivery;
    },
  };
}

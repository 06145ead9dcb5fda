"""
Calls every public operation of the published Python client against the service that LITERAL_API_URL names, and prints one
JSON line per call: its name and what it returned, or the error.
"""

import asyncio
import inspect
import json
import traceback
import uuid

from literalai import AsyncLiteralClient, LiteralClient
from literalai.evaluation.dataset_experiment import DatasetExperimentItem
from literalai.observability.generation import ChatGeneration
from literalai.version import __version__


def plain(value):
    """The value as JSON; objects of the client tell their fields."""
    if hasattr(value, "data") and hasattr(value, "page_info"):
        info = value.page_info
        return {"data": plain(value.data), "hasNextPage": info.has_next_page, "totalCount": value.total_count}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    return value


def report(name, value):
    print(json.dumps({"operation": name, "result": plain(value)}, default=str), flush=True)


class Calls:
    """An API whose calls are reported under a prefix."""

    def __init__(self, api, prefix=""):
        self.api, self.prefix, self.names = api, prefix, set()

    def __getattr__(self, name):
        method = getattr(self.api, name)
        self.names.add(name)

        def call(*args, **kwargs):
            value = method(*args, **kwargs)
            report(self.prefix + name, value)
            return value

        async def call_async(*args, **kwargs):
            value = await method(*args, **kwargs)
            report(self.prefix + name, value)
            return value

        return call_async if inspect.iscoroutinefunction(method) else call

    def missing(self):
        internal = {"make_gql_call", "make_rest_call", "gql_helper"}
        public = {name for name, _ in inspect.getmembers(type(self.api), inspect.isfunction) if not name.startswith("_")}
        return sorted(public - internal - self.names)


def drive_users_and_threads(api):
    user = api.create_user("ada", {"plan": "free"})
    api.get_user(identifier="ada")
    api.get_user(id=user.id)
    api.update_user(user.id, metadata={"plan": "pro"})
    api.get_or_create_user("ada")
    thread = api.create_thread(name="Support", participant_id=user.id, tags=["python"])
    api.upsert_thread("python-thread", name="Upserted", participant_id="grace")
    api.update_thread("python-thread", metadata={"topic": "scale"})
    api.send_steps([{"id": "python-step", "threadId": "python-thread", "type": "tool", "name": "search", "output": {"hits": 1}}])
    api.get_thread("python-thread")
    api.get_threads(filters=[{"field": "id", "operator": "eq", "value": thread.id}], step_types_to_keep=["tool"])
    api.list_threads(
        first=1,
        filters=[{"field": "participantIdentifiers", "operator": "in", "value": ["ada", "grace"]}],
        order_by={"column": "createdAt", "direction": "ASC"},
    )
    api.get_users(filters=[{"field": "identifier", "operator": "in", "value": ["ada"]}])
    api.delete_thread(thread.id)
    api.delete_user(user.id)


def drive_steps_and_scores(api):
    step = api.create_step(name="agent", type="run", input={"question": 1}, output={"answer": 2}, tags=["one"])
    api.update_step(step.id, metadata={"reviewed": True})
    api.get_step(step.id)
    api.get_steps(first=1, filters=[{"field": "tags", "operator": "in", "value": ["one"]}])
    score = api.create_score("quality", 0.5, "AI", step_id=step.id, comment="so so")
    api.update_score(score.id, {"value": 1})
    api.create_scores([{"name": "tone", "value": 1, "type": "HUMAN", "stepId": step.id, "label": "friendly"}])
    api.get_scores(filters=[{"field": "name", "operator": "eq", "value": "tone"}])
    api.delete_score(score.id)
    attachment = api.create_attachment(step_id=step.id, name="note.txt", mime="text/plain", content=b"attached")
    api.update_attachment(attachment.id, {"name": "renamed.txt"})
    api.get_attachment(attachment.id)
    api.delete_attachment(attachment.id)
    api.upload_file(b"bytes", thread_id="python-thread", mime="text/plain")
    messages = [{"role": "user", "content": "Hello"}]
    answer = {"role": "assistant", "content": "Hi"}
    generation = api.create_generation(ChatGeneration(model="gpt-4o", messages=messages, message_completion=answer))
    api.get_generations(filters=[{"field": "model", "operator": "eq", "value": "gpt-4o"}])
    return step, generation


def scores_of(name):
    return [{"name": name, "type": "CODE", "value": 1}]


def drive_datasets_and_experiments(api, step, generation):
    dataset = api.create_dataset("python questions", description="Asked", metadata={"owner": "ada"})
    api.update_dataset(dataset.id, description="Asked and answered")
    item = api.create_dataset_item(dataset.id, {"question": "2+2?"}, {"answer": 4}, {"level": 1})
    api.get_dataset_item(item.id)
    api.add_step_to_dataset(dataset.id, step.id)
    api.add_generation_to_dataset(dataset.id, generation.id)
    experiment = api.create_experiment("python experiment", dataset_id=dataset.id, params={"temperature": 0})
    api.create_experiment_item(
        DatasetExperimentItem(
            id=None,
            dataset_experiment_id=experiment.id,
            dataset_item_id=item.id,
            experiment_run_id=None,
            scores=scores_of("correct"),
            input={"question": "2+2?"},
            output={"answer": 4},
        )
    )
    api.get_dataset(name="python questions")
    api.delete_dataset_item(item.id)
    api.delete_dataset(dataset.id)
    api.get_dataset(id=dataset.id)
    api.delete_step(step.id)
    api.get_step(step.id)


def drive_prompts(api):
    template = [{"role": "system", "content": "Hello {{name}}"}]
    settings = {"provider": "openai", "model": "gpt-4o", "temperature": 0.5}
    api.get_or_create_prompt_lineage("python prompt", "Greets")
    api.create_prompt_lineage("python prompt")
    prompt = api.get_or_create_prompt("python prompt", template, dict(settings))
    api.create_prompt("python prompt", [{"role": "system", "content": "Bye {{name}}"}], dict(settings))
    api.create_prompt_variant("python prompt", template, dict(settings))
    api.get_prompt_ab_testing("python prompt")
    api.update_prompt_ab_testing("python prompt", [{"version": 0, "rollout": 40}, {"version": 1, "rollout": 60}])
    api.get_prompt(id=prompt.id)
    found = api.get_prompt(name="python prompt", version=1)
    report("prompt.format_messages", [{"content": m["content"]} for m in found.format_messages(name="Ada")])
    api.get_my_project_id()


def described(step):
    """The step with its environment, which `to_dict` leaves out."""
    return {**step.to_dict(), "environment": step.environment}


def drive_context(client, api):
    ids = {name: str(uuid.uuid4()) for name in ("thread", "run")}

    @client.step(type="tool", name="search")
    def search(query):
        return {"hits": [query]}

    with client.thread(thread_id=ids["thread"], name="In context"):
        client.message("Hello", type="user_message", name="Ada")
        with client.run(name="agent", id=ids["run"]):
            search("2+2")
    with client.environment(env="staging"):
        client.start_step(name="staged", type="run", id=f"{ids['run']}-staged").end()
        client.flush()
    experiment = client.api.create_experiment("in context")
    with client.experiment_item_run() as run:
        item = experiment.log({"input": {"question": 1}, "output": {"answer": 2}, "scores": scores_of("exact")})
    client.flush()
    report("context.item", item)
    report("context.experiment", described(api.get_step(run.id)))
    report("context.thread", api.get_thread(ids["thread"]))
    report("context.staged", described(api.get_step(f"{ids['run']}-staged")))


async def drive_async(api):
    user = await api.get_or_create_user("async ada")
    await api.upsert_thread("async-thread", name="Async", participant_id=user.id)
    step = await api.create_step(thread_id="async-thread", name="agent", type="run")
    await api.create_attachment(step_id=step.id, name="note.txt", mime="text/plain", content=b"attached")
    await api.get_thread("async-thread")
    await api.create_scores([{"name": "tone", "value": 1, "type": "HUMAN", "stepId": step.id}])
    dataset = await api.create_dataset("async questions")
    await api.create_dataset_item(dataset.id, {"question": 1})
    await api.get_dataset(id=dataset.id)
    await api.get_or_create_prompt("async prompt", [{"role": "user", "content": "{{question}}"}])
    await api.get_prompt(name="async prompt")
    await api.delete_thread("async-thread")
    await api.get_my_project_id()


async def drive_as_chainlit(api):
    """The calls that Chainlit's data layer makes: one attachment per ingestion, feedback as a score, and its three filters."""
    user = await api.create_user("chainlit ada", {"role": "admin"})
    await api.upsert_thread(id="chat", name="Chat", participant_id=user.id, tags=["chainlit"])
    created = "2024-12-01T10:00:00.123456Z"
    message = {"threadId": "chat", "createdAt": created, "startTime": created, "endTime": created, "tags": None}
    await api.send_steps([{**message, "id": "question", "type": "user_message", "name": "Ada", "output": {"content": "Where?"}}])
    answer = {"id": "answer", "type": "assistant_message", "name": "Bot", "output": {"content": "Under the Needle"}}
    await api.send_steps([{**message, **answer, "parentId": "question", "metadata": {"waitForAnswer": False}}])
    for name in ("one.txt", "two.txt"):
        uploaded = await api.upload_file(content=name.encode(), mime="text/plain", thread_id="chat")
        attachment = {"id": name, "name": name, "mime": "text/plain", "url": None, "objectKey": uploaded["object_key"]}
        await api.send_steps([{"id": "answer", "threadId": "chat", "attachments": [attachment]}])
    feedback = await api.create_score(step_id="answer", name="user-feedback", type="HUMAN", value=1, comment="yes")
    await api.update_score(id=feedback.id, update_params={"comment": "no", "value": 0})
    mine = {"field": "participantId", "operator": "eq", "value": user.id}
    for condition in (
        {"field": "stepOutput", "operator": "ilike", "value": "needle", "path": "content"},
        {"field": "stepOutput", "operator": "ilike", "value": "haystack", "path": "content"},
        {"field": "scoreValue", "operator": "eq", "value": 0, "path": "user-feedback"},
        {"field": "scoreValue", "operator": "eq", "value": 1, "path": "user-feedback"},
    ):
        await api.list_threads(first=5, filters=[mine, condition], order_by={"column": "createdAt", "direction": "DESC"})
    await api.get_thread("chat")
    report("chainlit.attachment", (await api.get_attachment("one.txt")).thread_id)


def main():
    report("version", __version__)
    client = LiteralClient()
    api = Calls(client.api)
    try:
        drive_users_and_threads(api)
        step, generation = drive_steps_and_scores(api)
        drive_datasets_and_experiments(api, step, generation)
        drive_prompts(api)
        drive_context(client, client.api)
        asyncio.run(drive_async(Calls(AsyncLiteralClient().api, "async.")))
        asyncio.run(drive_as_chainlit(Calls(AsyncLiteralClient().api, "chainlit.")))
        report("missing", api.missing())
    except Exception:
        print(json.dumps({"operation": "error", "result": traceback.format_exc()}), flush=True)
    finally:
        client.event_processor.flush_and_stop()


main()
